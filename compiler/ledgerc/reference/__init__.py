"""The words of both languages: the form of each, what it means, and which sources use it.

``vocabulary`` reads them from the folder ``words``, a file a group; ``using`` finds them in a
source by the rules of the grammar that it goes by; ``manual`` has the text of the language page.
"""
