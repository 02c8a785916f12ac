import AlmanacValues
import Showing

extension Samples {
    /// New York's schools joined with their scores.
    static let joined = source(
        """
        {"name": "schools", "kind": "join", "title": "New York City high schools with SAT scores",
         "options": {"Join": {"Left": "nyc-schools", "Right": "nyc-sat", "On": "dbn"},
         "Record": {"Key": "dbn", "Title": "school_name", "Location": "latitude longitude", "Group": "city",
         "Columns": "school_name sat_math_avg_score sat_writing_avg_score",
         "Bar": "sat_math_avg_score 800 sat_writing_avg_score 800"}}}
        """,
        """
        {"health": "fresh", "records": 341, "rejected": 0, "omitted": {"suppressed": 29, "without a row": 70},
         "generation": 2, "fetchedUSec": \(at(6, 0))}
        """)

    /// A join with records on one side only.
    static let waiting = source(
        #"{"name": "schools", "kind": "join"}"#,
        """
        {"health": "empty", "records": 0, "rejected": 0, "generation": 0, "failure": {"reason": "waiting", "count": 0,
         "message": "there is nothing of nyc-sat yet to join; see almanac list, or almanac enable",
         "realtimeUSec": \(at(14, 1))}}
        """)

    /// Some schools.
    static let pupils = [
        school("01M292", "Orchard Collegiate Academy", "Manhattan", 404, 363, "40.71376, -73.98527"),
        school("14K561", "Williamsburg Preparatory School", "Brooklyn", 398, 395, "40.71500, -73.95400"),
        school("01M448", "University Neighborhood High School", "Manhattan", 423, 366, "40.71227, -73.9841"),
        school("75X721", "School Without a Place", nil, 385, 364, nil),
    ]

    private static func school(
        _ key: String, _ name: String, _ city: String?, _ math: Int, _ writing: Int, _ place: String?
    ) -> Item {
        let city = city.map { "\"city\": \"\($0)\"," } ?? ""
        let position = place.map { place in
            let parts = place.split(separator: ", ")
            return "\"latitude\": \(parts[0]), \"longitude\": \(parts[1]),"
        }
        return Item(
            json(
                """
                {"source": "schools", "key": "\(key)", "title": "\(name)", "generation": 2, "realtimeUSec": \(at(6, 0)),
                 "data": {\(city) "dbn": "\(key)", "finalgrades": "9-12", \(position ?? "") "sat_math_avg_score": \(math),
                 "sat_writing_avg_score": \(writing), "school_name": "\(name)", "total_students": 171}}
                """))!
    }
}
