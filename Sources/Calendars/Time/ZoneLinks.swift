/// The former and present names of time zones.
///
/// Debian 13 has most of the former names only in the package tzdata-legacy.
enum ZoneLinks {
    /// Returns the other names of a zone; empty if it has none.
    static func others(of name: String) -> [String] {
        if let target = targets[name] { return [target] + (names[target] ?? []).filter { $0 != name } }
        return names[name] ?? []
    }

    /// The former names of each zone.
    private static let names: [String: [String]] = {
        var names: [String: [String]] = [:]
        for entry in text.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
            let words = entry.split(separator: " ").map(String.init)
            names[words[0]] = Array(words.dropFirst())
        }
        return names
    }()

    /// The zone of each former name.
    private static let targets: [String: String] = {
        var targets: [String: String] = [:]
        for (target, names) in names {
            for name in names { targets[name] = target }
        }
        return targets
    }()

    /// The zones, each with its former names.
    ///
    /// Source: the tz database, 2025b, `backward`.
    private static let text = """
        Africa/Abidjan Africa/Timbuktu Iceland; Africa/Cairo Egypt; Africa/Nairobi Africa/Asmera
        Africa/Tripoli Libya; America/Adak America/Atka US/Aleutian; America/Anchorage US/Alaska
        America/Argentina/Buenos_Aires America/Buenos_Aires
        America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Catamarca
        America/Argentina/Cordoba America/Cordoba America/Rosario; America/Argentina/Jujuy America/Jujuy
        America/Argentina/Mendoza America/Mendoza; America/Chicago US/Central
        America/Denver America/Shiprock Navajo US/Mountain; America/Detroit US/Michigan
        America/Edmonton America/Yellowknife Canada/Mountain; America/Halifax Canada/Atlantic
        America/Havana Cuba
        America/Indiana/Indianapolis America/Fort_Wayne America/Indianapolis US/East-Indiana
        America/Indiana/Knox America/Knox_IN US/Indiana-Starke; America/Iqaluit America/Pangnirtung
        America/Jamaica Jamaica; America/Kentucky/Louisville America/Louisville
        America/Los_Angeles US/Pacific; America/Manaus Brazil/West; America/Mazatlan Mexico/BajaSur
        America/Mexico_City Mexico/General; America/New_York US/Eastern; America/Noronha Brazil/DeNoronha
        America/Nuuk America/Godthab; America/Panama America/Coral_Harbour; America/Phoenix US/Arizona
        America/Puerto_Rico America/Kralendijk America/Lower_Princes America/Marigot America/St_Barthelemy \
        America/Virgin
        America/Regina Canada/Saskatchewan; America/Rio_Branco America/Porto_Acre Brazil/Acre
        America/Santiago Chile/Continental; America/Sao_Paulo Brazil/East
        America/St_Johns Canada/Newfoundland
        America/Tijuana America/Ensenada America/Santa_Isabel Mexico/BajaNorte
        America/Toronto America/Montreal America/Nipigon America/Thunder_Bay Canada/Eastern
        America/Vancouver Canada/Pacific; America/Whitehorse Canada/Yukon
        America/Winnipeg America/Rainy_River Canada/Central; Asia/Ashgabat Asia/Ashkhabad
        Asia/Dhaka Asia/Dacca; Asia/Ho_Chi_Minh Asia/Saigon; Asia/Hong_Kong Hongkong
        Asia/Jerusalem Asia/Tel_Aviv Israel; Asia/Kathmandu Asia/Katmandu; Asia/Kolkata Asia/Calcutta
        Asia/Macau Asia/Macao; Asia/Makassar Asia/Ujung_Pandang; Asia/Nicosia Europe/Nicosia; Asia/Seoul ROK
        Asia/Shanghai Asia/Chongqing Asia/Chungking Asia/Harbin PRC; Asia/Singapore Singapore
        Asia/Taipei ROC; Asia/Tehran Iran; Asia/Thimphu Asia/Thimbu; Asia/Tokyo Japan
        Asia/Ulaanbaatar Asia/Choibalsan Asia/Ulan_Bator; Asia/Urumqi Asia/Kashgar; Asia/Yangon Asia/Rangoon
        Atlantic/Faroe Atlantic/Faeroe; Australia/Adelaide Australia/South
        Australia/Brisbane Australia/Queensland; Australia/Broken_Hill Australia/Yancowinna
        Australia/Darwin Australia/North; Australia/Hobart Australia/Currie Australia/Tasmania
        Australia/Lord_Howe Australia/LHI; Australia/Melbourne Australia/Victoria
        Australia/Perth Australia/West; Australia/Sydney Australia/ACT Australia/Canberra Australia/NSW
        Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich GMT GMT+0 GMT-0 GMT0 Greenwich
        Etc/UTC Etc/UCT Etc/Universal Etc/Zulu UCT UTC Universal Zulu; Europe/Belgrade Europe/Podgorica
        Europe/Berlin Arctic/Longyearbyen Atlantic/Jan_Mayen; Europe/Chisinau Europe/Tiraspol
        Europe/Dublin Eire; Europe/Helsinki Europe/Mariehamn; Europe/Istanbul Asia/Istanbul Turkey
        Europe/Kyiv Europe/Kiev Europe/Uzhgorod Europe/Zaporozhye; Europe/Lisbon Portugal
        Europe/London Europe/Belfast GB GB-Eire; Europe/Moscow W-SU; Europe/Prague Europe/Bratislava
        Europe/Rome Europe/San_Marino Europe/Vatican; Europe/Warsaw Poland; Europe/Zurich Europe/Busingen
        Pacific/Auckland Antarctica/South_Pole NZ; Pacific/Chatham NZ-CHAT
        Pacific/Easter Chile/EasterIsland; Pacific/Guadalcanal Pacific/Ponape
        Pacific/Honolulu Pacific/Johnston US/Hawaii; Pacific/Kanton Pacific/Enderbury
        Pacific/Kwajalein Kwajalein; Pacific/Pago_Pago Pacific/Samoa US/Samoa
        Pacific/Port_Moresby Pacific/Truk Pacific/Yap
        """
}
