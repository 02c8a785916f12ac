/// The objects that were used last, a limited number of them; it keeps none of them alive.
///
/// A learned rhythm takes about 10 kB in memory and its stored form, which is rounded, a tenth of that: only
/// the sources that were requested last have both.
package final class RecentObjects<Object: AnyObject> {
    private struct Place { weak var object: Object? }

    private let most: Int
    private var places: [Place] = []
    /// The index of the oldest place, once there are as many as there may be.
    private var oldest = 0

    /// - Parameter most: The maximum number of objects, at least one.
    package init(most: Int) { self.most = most }

    /// Adds an object that is not in it.
    ///
    /// - Returns: The object that had its place; `nil` if there was room, or that object is gone.
    package func add(_ object: Object) -> Object? {
        guard places.count == most else {
            places.append(Place(object: object))
            return nil
        }
        let displaced = places[oldest].object
        places[oldest] = Place(object: object)
        oldest = (oldest + 1) % most
        return displaced
    }
}
