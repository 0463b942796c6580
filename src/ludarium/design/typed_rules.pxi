# Helpers of compiled rules with declared fields; rules_translator.py puts calls of them into the
# author's methods. Each does what the expression of Python does that it replaces.

cimport cython
from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE
from cpython.long cimport PyLong_AsLongLong, PyLong_AsLongLongAndOverflow, PyLong_CheckExact
from cpython.object cimport PyObject

from ludarium.core.bits cimport mix_bits
from ludarium.core.constants cimport ONGOING
from ludarium.core.position cimport Position

cdef object MOVE_KIND
from ludarium.core.declared.move_shape import MoveKind as MOVE_KIND


cdef inline long long item_of(list values, Py_ssize_t at) except? -1:
    # values[at]
    return values[at]


cdef inline bint flag_of(list values, Py_ssize_t at) except -1:
    # values[at], of a list of flags
    return values[at]


cdef inline Py_ssize_t find_item(list values, object item) except -3:
    # The index of a whole number; -1 if it is not there, -2 if only Python can tell.
    cdef Py_ssize_t i
    cdef int wide = 0
    cdef long long wanted
    cdef PyObject* found
    if not PyLong_CheckExact(item):
        return -2
    wanted = PyLong_AsLongLongAndOverflow(item, &wide)
    for i in range(PyList_GET_SIZE(values)):
        found = <PyObject*>PyList_GET_ITEM(values, i)
        if found == <PyObject*>item:
            return i
        if wide or not PyLong_CheckExact(<object>found):
            return -2
        if PyLong_AsLongLongAndOverflow(<object>found, &wide) == wanted and not wide:
            return i
    return -1


cdef inline bint item_in(object item, list values) except -1:
    # item in values
    cdef Py_ssize_t at = find_item(values, item)
    return at >= 0 if at != -2 else item in values


cdef inline Py_ssize_t index_of(list values, object item) except -1:
    # values.index(item)
    cdef Py_ssize_t at = find_item(values, item)
    return at if at >= 0 else values.index(item)


cdef inline object step_to(dict neighbours, object board, object cell, object direction):
    # board.step(cell, direction)
    cdef tuple cells
    cdef long long at
    if PyLong_CheckExact(cell):
        at = PyLong_AsLongLong(cell)
        cells = neighbours[direction]
        if 0 <= at < len(cells):
            return cells[at]
    return board.step(cell, direction)


cdef object unpack_move(object kind, object move):
    # kind.unpack(move)
    cdef long long left, bits
    cdef list values
    if type(kind) is not MOVE_KIND or not PyLong_CheckExact(move):
        return kind.unpack(move)
    left = PyLong_AsLongLong(move)
    values = []
    for bits in <list>kind.part_bits:
        values.append(left & ((<long long>1 << bits) - 1))
        left >>= bits
    return tuple(values)


@cython.overflowcheck(False)
cdef inline unsigned long long add_keys(unsigned long long a, unsigned long long b) noexcept:
    return a + b


@cython.overflowcheck(False)
cdef inline unsigned long long key_of(long long value, unsigned long long number) noexcept:
    return <unsigned long long>value * number


@cython.overflowcheck(False)
cdef inline unsigned long long key_of_list(
    list values, const unsigned long long* numbers, Py_ssize_t count
) except? 0:
    cdef unsigned long long key = 0
    cdef Py_ssize_t i
    for i in range(count):
        key += <unsigned long long><long long>values[i] * numbers[i]
    return key
