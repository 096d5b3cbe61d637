// Finds CPython's functions for creating objects, in the process that has loaded this library. They
// belong to the stable ABI; if one is missing, the package uses ctypes instead.
import BookwormStorage
import Glibc

struct CPython: @unchecked Sendable {
  typealias Object = UnsafeMutableRawPointer
  /// A function with the convention METH_FASTCALL.
  typealias Method =
    @convention(c) (_ me: Object?, _ arguments: UnsafePointer<Object?>?, _ count: Int) -> Object?
  typealias Destructor = @convention(c) (_ capsule: Object?) -> Void

  let retain: @convention(c) (Object?) -> Void
  let release: @convention(c) (Object?) -> Void
  /// `pause` releases the interpreter's lock, and `resume` takes it again.
  let pause: @convention(c) () -> Object?
  let resume: @convention(c) (Object?) -> Void
  /// `ensure` takes the lock, whether or not the thread has it, and `letGo` undoes that.
  let ensure: @convention(c) () -> Int32
  let letGo: @convention(c) (Int32) -> Void
  let error: @convention(c) () -> Object?
  let clearError: @convention(c) () -> Void

  let allocate: @convention(c) (_ type: Object?, _ items: Int) -> Object?
  let untrack: @convention(c) (Object?) -> Void
  let track: @convention(c) (Object?) -> Void
  let setAttribute: @convention(c) (Object?, _ name: Object?, _ value: Object?) -> Int32

  let int: @convention(c) (Int64) -> Object?
  let int64: @convention(c) (Object?) -> Int64
  let uint64: @convention(c) (Object?) -> UInt64
  let float: @convention(c) (Double) -> Object?
  let decode:
    @convention(c) (UnsafeRawPointer?, _ size: Int, _ errors: UnsafePointer<UInt8>?) -> Object?
  let bytes: @convention(c) (UnsafeRawPointer?, _ size: Int) -> Object?
  let list: @convention(c) (_ size: Int) -> Object?
  /// Takes ownership of the item, even if it fails.
  let setListItem: @convention(c) (Object?, Int, Object?) -> Int32
  let tuple: @convention(c) (_ size: Int) -> Object?
  let setTupleItem: @convention(c) (Object?, Int, Object?) -> Int32
  let tupleSize: @convention(c) (Object?) -> Int
  /// Returns a borrowed reference.
  let tupleItem: @convention(c) (Object?, Int) -> Object?

  let call: @convention(c) (Object?, _ arguments: Object?) -> Object?
  /// Returns whether Ctrl-C is pending, and clears it.
  let takeInterrupt: @convention(c) () -> Int32
  /// Makes Ctrl-C pending, as if it had just been pressed.
  let setInterrupt: @convention(c) () -> Void

  let capsule: @convention(c) (Object?, UnsafePointer<UInt8>?, Destructor?) -> Object?
  let pointer: @convention(c) (_ capsule: Object?, UnsafePointer<UInt8>?) -> Object?
  let importCapsule: @convention(c) (UnsafePointer<UInt8>?, Int32) -> Object?
  let function: @convention(c) (_ definition: Object?, _ me: Object?, _ module: Object?) -> Object?

  /// Nil if this is not CPython, or if it lacks a function.
  static let found = try? CPython()

  private init() throws {
    retain = try find("Py_IncRef")
    release = try find("Py_DecRef")
    pause = try find("PyEval_SaveThread")
    resume = try find("PyEval_RestoreThread")
    ensure = try find("PyGILState_Ensure")
    letGo = try find("PyGILState_Release")
    error = try find("PyErr_Occurred")
    clearError = try find("PyErr_Clear")

    allocate = try find("PyType_GenericAlloc")
    untrack = try find("PyObject_GC_UnTrack")
    track = try find("PyObject_GC_Track")
    setAttribute = try find("PyObject_SetAttr")

    int = try find("PyLong_FromLongLong")
    int64 = try find("PyLong_AsLongLong")
    uint64 = try find("PyLong_AsUnsignedLongLong")
    float = try find("PyFloat_FromDouble")
    decode = try find("PyUnicode_DecodeUTF8")
    bytes = try find("PyBytes_FromStringAndSize")
    list = try find("PyList_New")
    setListItem = try find("PyList_SetItem")
    tuple = try find("PyTuple_New")
    setTupleItem = try find("PyTuple_SetItem")
    tupleSize = try find("PyTuple_Size")
    tupleItem = try find("PyTuple_GetItem")

    call = try find("PyObject_CallObject")
    takeInterrupt = try find("PyOS_InterruptOccurred")
    setInterrupt = try find("PyErr_SetInterrupt")

    capsule = try find("PyCapsule_New")
    pointer = try find("PyCapsule_GetPointer")
    importCapsule = try find("PyCapsule_Import")
    function = try find("PyCFunction_NewEx")
  }
}

private func find<Function>(_ name: String) throws -> Function {
  guard let found = dlsym(nil, name) else { throw StorageError(.unexpected, "no \(name)") }
  return unsafeBitCast(found, to: Function.self)
}
