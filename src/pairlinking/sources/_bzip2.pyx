# cython: language_level=3
"""Blocks of a bzip2 file unpacked, eight at a time: half the time of libbz2.

Undoing the Burrows-Wheeler transform is a walk through a table of 3.6 MB in which each step waits for the one before.
Blocks are independent, so the walks of eight go on side by side, and wait together. Whatever is not as it should be
raises ValueError; `pairlinking.sources.bzip2` then reads the file in another way, which tells what is wrong.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memmove, memset

cdef extern from *:
    """
    #if defined(__linux__)
    #include <stdlib.h>
    #include <sys/mman.h>
    /* Steps of a walk lead anywhere: with pages of 4 KB most of the time went into finding the page. */
    static void *in_large_pages(size_t size) {
        void *memory = NULL;
        if (posix_memalign(&memory, (size_t)1 << 21, size)) return NULL;
        madvise(memory, size, MADV_HUGEPAGE);
        return memory;
    }
    #else
    #define in_large_pages malloc
    #endif
    """
    void* in_large_pages(size_t size)

cdef enum:
    TOGETHER = 8
    MOST_BYTES = 900000  # of a block, before its runs are written out
    MOST_TABLES = 6
    MOST_SYMBOLS = 258
    MOST_SELECTORS = 18002
    LONGEST_CODE = 20
    QUICK = 11  # bits of a code that are looked up at once
    GROUP = 50  # symbols that a selector stands for
    _PADDING = 256  # bytes behind the data that may be read: more than a group of the longest codes takes

BLOCKS_TOGETHER, PADDING = TOGETHER, _PADDING

cdef uint64_t BLOCK_MARK = 0x314159265359ULL, END_MARK = 0x177245385090ULL, MARK_BITS = (1ULL << 48) - 1

cdef uint32_t CRC[8][256]
cdef uint8_t SECOND[256]  # for each byte the shifts by which it may be the second byte that a mark begins before


cdef void _fill_tables() noexcept:
    cdef uint32_t value
    cdef int code, turn
    for code in range(256):
        value = <uint32_t> code << 24
        for turn in range(8):
            value = value << 1 ^ (0x04C11DB7 if value >> 31 else 0)
        CRC[0][code] = value
        SECOND[code] = 0
    for code in range(256):
        for turn in range(1, 8):
            CRC[turn][code] = CRC[turn - 1][code] << 8 ^ CRC[0][CRC[turn - 1][code] >> 24]
    for turn in range(8):
        SECOND[BLOCK_MARK >> (32 + turn) & 0xFF] |= 1 << turn
        SECOND[END_MARK >> (32 + turn) & 0xFF] |= 1 << turn


_fill_tables()

cdef struct Bits:
    const uint8_t* data
    int64_t at, end


cdef inline uint64_t _peek(const uint8_t* data, int64_t at) noexcept nogil:
    """The next 57 bits or more, from the highest on."""
    data += at >> 3
    cdef uint64_t value = (
        <uint64_t> data[0] << 56 | <uint64_t> data[1] << 48 | <uint64_t> data[2] << 40 | <uint64_t> data[3] << 32
        | <uint64_t> data[4] << 24 | <uint64_t> data[5] << 16 | <uint64_t> data[6] << 8 | <uint64_t> data[7]
    )
    return value << (at & 7)


cdef inline uint32_t _take(Bits* bits, int n) noexcept nogil:
    """The next `n` bits, 1 to 32; zeros behind the end."""
    if bits.at + n > bits.end:
        bits.at = bits.end + 1
        return 0
    cdef uint32_t value = <uint32_t> (_peek(bits.data, bits.at) >> (64 - n))
    bits.at += n
    return value


cdef struct Codes:
    uint16_t quick[1 << QUICK]  # symbol and length of the code that begins with these bits, 0 if it is longer
    uint16_t symbols[MOST_SYMBOLS]  # by rising code
    uint32_t limits[LONGEST_CODE + 2]  # of each length, the first code beyond, as LONGEST_CODE bits
    int32_t shifts[LONGEST_CODE + 2]  # from a code of this length to its place in `symbols`


cdef int _read_codes(Bits* bits, int n_symbols, Codes* codes) noexcept nogil:
    """Read a table of codes; gives whether it is one."""
    cdef uint8_t lengths[MOST_SYMBOLS]
    cdef int at, length = _take(bits, 5), n = 0, each
    cdef uint32_t code = 0, first, last
    for at in range(n_symbols):
        while True:
            if length < 1 or length > LONGEST_CODE or bits.at > bits.end:
                return False
            if not _take(bits, 1):
                break
            length += -1 if _take(bits, 1) else 1
        lengths[at] = length
    memset(codes.quick, 0, sizeof(codes.quick))
    for length in range(1, LONGEST_CODE + 1):
        codes.shifts[length] = n - <int32_t> code
        for at in range(n_symbols):
            if lengths[at] == length:
                if code >> length:
                    return False
                codes.symbols[n] = at
                n += 1
                if length <= QUICK:
                    first = code << (QUICK - length)
                    last = (code + 1) << (QUICK - length)
                    for each in range(first, last):
                        codes.quick[each] = at << 5 | length
                code += 1
        codes.limits[length] = code << (LONGEST_CODE - length)
        code <<= 1
    return True


cdef struct Block:
    uint8_t* last  # the last column of the sorted rotations
    uint32_t* steps  # for each place the next one, above the byte there
    uint8_t* raw  # the bytes in order, with runs of four followed by a count
    uint8_t* selectors
    Codes codes[MOST_TABLES]
    int32_t size, origin
    uint32_t crc
    int64_t end


cdef int _read_block(Bits* bits, Block* block) noexcept nogil:
    """Everything but the walk; gives whether the block is sound."""
    cdef uint8_t mtf[256]
    cdef uint8_t order[MOST_TABLES]
    cdef int32_t counts[256]
    cdef int n_used = 0, at, other, n_tables, n_selectors, symbol, length, end_symbol
    cdef int32_t size = 0, run = 0, weight = 1, place, total
    cdef uint32_t ranges, here, bits20
    cdef uint64_t window
    cdef int left, group
    cdef uint8_t value
    cdef uint16_t found
    cdef Codes* codes
    cdef const uint8_t* data
    cdef int64_t bit
    cdef uint8_t* last
    cdef uint32_t* steps
    if <uint64_t> _take(bits, 24) << 24 | _take(bits, 24) != BLOCK_MARK:
        return False
    block.crc = _take(bits, 32)
    if _take(bits, 1):  # randomised, as the first versions did
        return False
    block.origin = _take(bits, 24)
    ranges = _take(bits, 16)
    for at in range(16):
        if ranges >> (15 - at) & 1:
            here = _take(bits, 16)
            for other in range(16):
                if here >> (15 - other) & 1:
                    mtf[n_used] = at * 16 + other
                    n_used += 1
    n_tables, n_selectors = _take(bits, 3), _take(bits, 15)
    if not n_used or n_tables < 2 or n_tables > MOST_TABLES or not n_selectors or n_selectors > MOST_SELECTORS:
        return False
    for at in range(n_tables):
        order[at] = at
    for at in range(n_selectors):
        other = 0
        while _take(bits, 1):
            other += 1
            if other >= n_tables:
                return False
        value = order[other]
        memmove(order + 1, order, other)
        order[0] = block.selectors[at] = value
    for at in range(n_tables):
        if not _read_codes(bits, n_used + 2, &block.codes[at]):
            return False
    memset(counts, 0, sizeof(counts))
    end_symbol = n_used + 1
    group = -1
    left = 0
    codes = NULL
    # In variables of their own, which no write through a pointer to bytes can change.
    data, bit, last = bits.data, bits.at, block.last
    while True:
        if left == 0:
            group += 1
            if group >= n_selectors or bit > bits.end:
                return False
            codes = &block.codes[block.selectors[group]]
            left = GROUP
        left -= 1
        window = _peek(data, bit)
        found = codes.quick[window >> (64 - QUICK)]
        if found:
            symbol = found >> 5
            bit += found & 31
        else:
            bits20 = <uint32_t> (window >> (64 - LONGEST_CODE))
            length = QUICK + 1
            while length <= LONGEST_CODE and bits20 >= codes.limits[length]:
                length += 1
            if length > LONGEST_CODE:
                return False
            bit += length
            symbol = codes.symbols[<int32_t> (bits20 >> (LONGEST_CODE - length)) + codes.shifts[length]]
        if symbol <= 1:  # a digit of the length of a run, whose digits are 1 and 2
            if weight > MOST_BYTES:
                return False
            run += weight << symbol
            weight <<= 1
            continue
        if run:
            if run > MOST_BYTES - size:
                return False
            value = mtf[0]
            counts[value] += run
            memset(last + size, value, run)
            size += run
            run, weight = 0, 1
        if symbol == end_symbol:
            break
        if size >= MOST_BYTES:
            return False
        symbol -= 1
        value = mtf[symbol]
        if symbol < 16:
            for at in range(symbol, 0, -1):
                mtf[at] = mtf[at - 1]
        else:
            memmove(mtf + 1, mtf, symbol)
        mtf[0] = value
        last[size] = value
        counts[value] += 1
        size += 1
    if bit > bits.end or block.origin >= size:
        return False
    block.size, block.end = size, bit
    total = 0
    for at in range(256):
        place = counts[at]
        counts[at] = total
        total += place
    steps = block.steps
    for at in range(size):
        value = last[at]
        place = counts[value]
        counts[value] = place + 1
        steps[place] = <uint32_t> at << 8 | last[place]
    return True


cdef void _walk(Block* blocks, int n) noexcept nogil:
    """From each block's table of steps to its bytes, all walks side by side."""
    cdef int32_t shortest = blocks[0].size, at = 0
    cdef uint32_t place[TOGETHER]
    cdef uint32_t a
    cdef uint32_t* steps[TOGETHER]
    cdef uint8_t* raw[TOGETHER]
    cdef int each
    for each in range(n):
        shortest = min(shortest, blocks[each].size)
        steps[each], raw[each] = blocks[each].steps, blocks[each].raw
        place[each] = steps[each][blocks[each].origin] >> 8
    if n == TOGETHER:
        for at in range(shortest):
            for each in range(TOGETHER):
                a = steps[each][place[each]]
                raw[each][at] = <uint8_t> a
                place[each] = a >> 8
        at = shortest
    shortest = at
    for each in range(n):
        a = place[each]
        for at in range(shortest, blocks[each].size):
            a = steps[each][a]
            raw[each][at] = <uint8_t> a
            a >>= 8


cdef int64_t _written_out_size(const Block* block) noexcept nogil:
    """Bytes of a block once its runs are written out."""
    cdef int64_t size = 0
    cdef int32_t at = 0, same = 0
    while at < block.size:
        same = same + 1 if at and same and block.raw[at] == block.raw[at - 1] else 1
        size += 1
        at += 1
        if same == 4:
            if at < block.size:
                size += block.raw[at]
                at += 1
            same = 0
    return size


cdef void _write_out(const Block* block, uint8_t* out) noexcept nogil:
    cdef const uint8_t* raw = block.raw
    cdef int32_t at = 0, same = 0
    cdef uint8_t value
    cdef int last = -1
    while at < block.size:
        value = raw[at]
        same = same + 1 if value == last else 1
        last = value
        out[0] = value
        out += 1
        at += 1
        if same == 4:
            if at < block.size:
                memset(out, value, raw[at])
                out += raw[at]
                at += 1
            last, same = -1, 0


cdef uint32_t _crc(const uint8_t* data, int64_t n) noexcept nogil:
    cdef uint32_t value = 0xFFFFFFFF
    while n >= 8:
        value ^= <uint32_t> data[0] << 24 | <uint32_t> data[1] << 16 | <uint32_t> data[2] << 8 | data[3]
        value = (
            CRC[7][value >> 24] ^ CRC[6][value >> 16 & 0xFF] ^ CRC[5][value >> 8 & 0xFF] ^ CRC[4][value & 0xFF]
            ^ CRC[3][data[4]] ^ CRC[2][data[5]] ^ CRC[1][data[6]] ^ CRC[0][data[7]]
        )
        data += 8
        n -= 8
    while n:
        value = value << 8 ^ CRC[0][value >> 24 ^ data[0]]
        data += 1
        n -= 1
    return ~value


cdef class BlockDecoder:
    """Memory to unpack some blocks at a time; for one thread."""

    cdef Block* _blocks
    cdef uint32_t* _steps

    def __cinit__(self):
        cdef int each
        self._steps = <uint32_t*> in_large_pages(TOGETHER * MOST_BYTES * sizeof(uint32_t))
        self._blocks = <Block*> malloc(TOGETHER * sizeof(Block))
        if self._blocks == NULL or self._steps == NULL:
            raise MemoryError()
        memset(self._blocks, 0, TOGETHER * sizeof(Block))
        for each in range(TOGETHER):
            self._blocks[each].last = <uint8_t*> malloc(MOST_BYTES)
            self._blocks[each].steps = self._steps + each * MOST_BYTES
            self._blocks[each].raw = <uint8_t*> malloc(MOST_BYTES)
            self._blocks[each].selectors = <uint8_t*> malloc(MOST_SELECTORS)
            if not (
                self._blocks[each].last and self._blocks[each].raw and self._blocks[each].selectors
            ):
                raise MemoryError()

    def __dealloc__(self):
        cdef int each
        free(self._steps)
        if self._blocks == NULL:
            return
        for each in range(TOGETHER):
            free(self._blocks[each].last)
            free(self._blocks[each].raw)
            free(self._blocks[each].selectors)
        free(self._blocks)

    def unpack(self, const uint8_t[::1] data not None, starts):
        """Bytes, checksum and last bit plus one of up to `BLOCKS_TOGETHER` blocks that begin at these bits.

        Behind the data are `PADDING` bytes that do not count.

        Raises
        ------
        ValueError
            A block is damaged.
        """
        cdef int64_t at[TOGETHER]
        cdef int64_t size
        cdef int n = 0, each
        cdef bint sound = True
        cdef Bits bits
        cdef bytes unpacked
        cdef uint8_t* out
        for start in starts:
            if n == TOGETHER or not 0 <= start < 8 * (data.shape[0] - _PADDING):
                raise ValueError("more blocks than are unpacked together, or a block outside of the data")
            at[n] = start
            n += 1
        if not n:
            return []
        with nogil:
            for each in range(n):
                bits.data, bits.at, bits.end = &data[0], at[each], 8 * (data.shape[0] - _PADDING)
                sound = sound and _read_block(&bits, &self._blocks[each])
            if sound:
                _walk(self._blocks, n)
        if not sound:
            raise ValueError("a block of bzip2 is damaged")
        result = []
        for each in range(n):
            size = _written_out_size(&self._blocks[each])
            unpacked = PyBytes_FromStringAndSize(NULL, size)
            out = <uint8_t*> <char*> unpacked
            with nogil:
                _write_out(&self._blocks[each], out)
                sound = _crc(out, size) == self._blocks[each].crc
            if not sound:
                raise ValueError("the checksum of a block of bzip2 is wrong")
            result.append((unpacked, self._blocks[each].crc, self._blocks[each].end))
        return result


def find_marks(const uint8_t[::1] data not None, int64_t start, int64_t end):
    """Bits at which a block (true) or the end of a stream (false) may begin, in bytes from `start` to before `end`."""
    cdef int64_t at, n = data.shape[0]
    cdef uint64_t value, mark
    cdef int shift, each
    found = []
    # A mark has 48 bits. Where it begins with the lowest bits of a byte, its second byte is all its own.
    for at in range(start, min(end, n - 6)):
        if SECOND[data[at + 1]]:
            value = 0
            for each in range(7):
                value = value << 8 | (data[at + each])
            for shift in range(8):
                mark = value >> (8 - shift) & MARK_BITS
                if mark == BLOCK_MARK or mark == END_MARK:
                    found.append((8 * at + shift, mark == BLOCK_MARK))
    return found
