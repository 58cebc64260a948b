internal import Synchronization

/// A reference to an object that is made later, by whoever is first, and kept until the end. To
/// read it counts no references, which would cost a short call half of its time.
///
/// Unchecked because the address is written once, with release order, and what it refers to is
/// `Sendable`.
@safe
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  private let address = Atomic<UInt>(0)

  deinit {
    let address = address.load(ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return }
    unsafe Unmanaged<Object>.fromOpaque(pointer).release()
  }

  /// Keeps an object, unless there is one already.
  func set(_ object: Object) {
    let reference = unsafe Unmanaged.passRetained(object)
    let address = unsafe UInt(bitPattern: reference.toOpaque())
    let isSet = self.address.compareExchange(
      expected: 0, desired: address, ordering: .acquiringAndReleasing
    ).exchanged
    if !isSet { unsafe reference.release() }
  }

  /// The object; `nil` if there is none yet. It lives as long as this reference, which the caller
  /// keeps alive.
  @inline(__always)
  var object: Unmanaged<Object>? {
    let address = address.load(ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    return unsafe Unmanaged.fromOpaque(pointer)
  }
}
