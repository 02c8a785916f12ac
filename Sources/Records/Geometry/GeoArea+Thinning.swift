extension GeoArea {
    /// Returns the area with fewer corners: of each line, every n-th one, so that the edges stay near those
    /// of the area, where a surrounding box would cover its neighbours.
    ///
    /// - Parameter count: The number of corners to have, as far as four are left of each line.
    /// - Returns: The area; itself if it has no more corners.
    public func thinned(to count: Int) -> GeoArea {
        let total = cornerCount
        guard total > count, count > 0 else { return self }
        let step = (total + count - 1) / count
        return GeoArea(shapes.map { $0.thinned(by: step) })
    }
}

extension GeoArea.Shape {
    fileprivate func thinned(by step: Int) -> GeoArea.Shape {
        guard case .polygon(let polygon) = self else { return self }
        let rings = polygon.corners.map { ring in
            // A ring of GeoJSON ends where it begins; that corner stays.
            let own = min(step, max(1, ring.count / 4))
            return ring.indices.filter { $0 % own == 0 || $0 == ring.count - 1 }.map { ring[$0] }
        }
        return GeoPolygon(rings).map { .polygon($0) } ?? self
    }
}
