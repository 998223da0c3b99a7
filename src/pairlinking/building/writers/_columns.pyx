"""Sentences and their anchors as Arrow stores them, in one object for all kernels that read them."""


cdef class SentenceColumns:
    """Buffers of a batch of the table of sentences.

    Parameters
    ----------
    data, offsets
        UTF-8 of all sentences, where each begins and the last ends.
    lists
        The first anchor of each sentence, and the number of all anchors.
    starts, ends
        Of the anchors, in code points from the start of their sentence.
    """

    def __init__(
        self,
        const uint8_t[::1] data,
        const int32_t[::1] offsets,
        const int32_t[::1] lists,
        const int32_t[::1] starts,
        const int32_t[::1] ends,
    ):
        self.data, self.offsets, self.lists, self.starts, self.ends = data, offsets, lists, starts, ends
