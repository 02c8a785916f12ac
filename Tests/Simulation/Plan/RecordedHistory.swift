/// The times at which a real upstream published, repeated without end.
///
/// Source: METAR of the Iowa Environmental Mesonet's archive; TAF of aviationweather.gov; commits of
/// weather-gov/weather.gov; earthquakes of the United States Geological Survey. All of it is in the public
/// domain.
struct RecordedHistory {
    /// The seconds from each publication to the next.
    private let spans: [Int]

    private init(_ spans: String) { self.spans = spans.split(separator: " ").compactMap { Int($0) } }

    /// The history that sources of a kind follow.
    init(of kind: String) {
        switch kind {
        case "metar", "station": self = .reports
        case "taf": self = .forecasts
        case "feed": self = .commits
        default: self = .earthquakes
        }
    }

    /// Returns the times of publications in some hours, which begin anywhere in the history.
    func times(in hours: Int, _ chance: inout Chance) -> [Nanoseconds] {
        var next = chance.below(spans.count)
        var time = chance.below(1800)
        var times: [Nanoseconds] = []
        while time < hours * 3600 {
            times.append(.seconds(time))
            time += spans[next]
            next = (next + 1) % spans.count
        }
        return times
    }
}

extension RecordedHistory {
    /// METAR and SPECI of KJFK in stormy days: hourly, and often between.
    static let reports = RecordedHistory(
        """
        3600 3600 3600 3600 3600 3600 3600 3600 3600 3600 3600 3600 3600 3600 3600 3600 3600 3600 3600 \
        2400 1200 3600 3600 3480 120 3600 3600 900 480 1800 420 3600 1980 420 1200 1440 1740 420 3600 900 \
        2700 960 2640 3600 1800 1800 3600 3600 3600 3600 1380 2220 3600 3600 3600 3600 3600 3600 3600 3600 \
        1680 1920 3240 360 3600 3600 3600 3600 3600 3600 3600 3180 420 900 2040 660 3600 3600 2160 1440 \
        3600 720 2880 3600 3600 3600 3600 1080 2520 3600 3600 3300 300 1140 1680 780 2940 660 1860 1740 \
        1680 1920 1560 540 1500 3600 3300 300 1020 2580 3600 3600 3600 3600 3600 3600 3600 3600 3600 3600 \
        420 1980 540 420 240 1740 1860 3600 3600 3360 240 3600 480 3120 480 600 540 1320 660 3480 120 540 \
        1200 1860 1380 2220 3600 2640 960 3600 3600 2820 780 3600 3600 3600 3420 180 3360 240 3300 300 \
        3600 3600 3060 540 3600 3600 3600 3600 3600 3420
        """)

    /// TAF of KSAN: every six hours, and amendments.
    static let forecasts = RecordedHistory(
        """
        7860 6900 5220 9480 12360 9960 13140 7740 21600 7020 6840 10200 8640 10500 11820 11040 10560 9780 \
        7620 4860 9840 5040 6000 9960 9840 12720 10500 11040 10680 10920 11580 9000 8460 3360 10560 10740 \
        10860 10980 6480 3660 11640 10320 13200 7740 13440 4380 3780 11640 9960 14640 7440 14160 6960 \
        13200 8820 11580 9780 11460 9960 11160 10440 13260 8340 12060 9540 11940 9660 10320 11280 2160 \
        10800 8640 5280 7320 9480 11280 9840 11940 9660 12120 9480 11820 9780 12060 10380 10860 7020 3120 \
        8460
        """)

    /// Commits of a busy week: dozens in an hour, none for days.
    static let commits = RecordedHistory(
        """
        2811 13259 5917 1132 60708 1 9480 6051 1067 8644 3984 1 62043 12612 4677 2301 774 566 257890 236 \
        1748 3666 1 2430 72738 1 2097 12652 1736 1 50781 909 1 5797 1 323 7381 527 12249 63433 10097 1 207 \
        1 3921 8841 2696 56790 502 4464 7224 4012 1 888 9532 593 1682
        """)

    /// Earthquakes of magnitude 4 and more: without any rhythm.
    static let earthquakes = RecordedHistory(
        """
        2978 5793 2656 1696 93 1304 5085 1955 198 3449 1175 2562 2234 15448 8047 1162 4487 3259 7439 1179 \
        32 1262 2594 420 1408 3103 1773 4246 1933 1724 422 189 2435 438 3363 592 1897 1540 1758 135 5018 \
        1750 289 1539 856 481 3407 2393 2412 521 423 546 1789 1235 735 1294 436 4576 4753 308 2625 6593 \
        1714 2110 3427 575 1955 77 1326 1366 2993 7258 1404 3736 620 687 1160 1518 3559 353 1910 1822 6358 \
        471 202 214 6977 827 446 4208 2307 1236 4868 4381 95 589 628 1166 1576 6577 925 4894 3355 7905 882 \
        290 712 1347 3615 1110 2352 1003 2064 1288 1574 324 284 2167 3468 9612 10853 336 1571 3783 1401 \
        531 1024 738 2289 3210 1232 662 10 380 210 1050 1630 2471 905 1401 1272 1849 646 554 6562 195 3021 \
        391 5023 1625 1147 1360 4185 1447 2365 461 108 2632 2163 16 108 1992 253 8128 170 3188 1109 8716 \
        937 5742 5825 980 195 851 213 531 373 1794 1566 7836 2423 3567 5264 2816 320 1776 1589 462 60 38 \
        865 59 1523 2472 1438 1099
        """)
}
