import Records

/// A hash function of the family SHA-2, named as notifications name it.
///
/// Source: FIPS 180-4.
package nonisolated enum SecureHash: String {
    case sha256, sha384, sha512

    /// Returns the hash of bytes: 32, 48 or 64 bytes.
    package func digest(of bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .sha256:
            let start = SecureHash.roots.map { UInt32($0 >> 32) }
            let keys = SecureHash.keys.prefix(64).map { UInt32($0 >> 32) }
            return digest(of: bytes, from: start, keys, [2, 13, 22, 6, 11, 25, 7, 18, 3, 17, 19, 10])
        case .sha384: return Array(wideDigest(of: bytes, from: SecureHash.laterRoots).prefix(48))
        case .sha512: return wideDigest(of: bytes, from: SecureHash.roots)
        }
    }

    private func wideDigest(of bytes: [UInt8], from start: [UInt64]) -> [UInt8] {
        digest(of: bytes, from: start, SecureHash.keys, [28, 34, 39, 14, 18, 41, 1, 8, 7, 19, 61, 6])
    }

    /// Returns the hash of bytes with words of one size (5.1, 6.2 and 6.4).
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - start: The first state, 8 words (5.3).
    ///   - keys: The constant of each round (4.2).
    ///   - turns: The rotations of the functions Σ0 and Σ1, and of σ0 and σ1, whose last one is a shift (4.1).
    /// - Returns: The last state, big-endian.
    private func digest<Word: FixedWidthInteger & UnsignedInteger>(
        of bytes: [UInt8], from start: [Word], _ keys: [Word], _ turns: [Word]
    ) -> [UInt8] {
        var state = start
        let words = SecureHash.padded(bytes, Word.self)
        for block in stride(from: 0, to: words.count, by: 16) {
            var schedule = Array(words[block..<block + 16])
            for round in 16..<keys.count {
                let (early, late) = (schedule[round - 15], schedule[round - 2])
                let first = early.turned(turns[6]) ^ early.turned(turns[7]) ^ (early >> turns[8])
                let second = late.turned(turns[9]) ^ late.turned(turns[10]) ^ (late >> turns[11])
                schedule.append(schedule[round - 16] &+ first &+ schedule[round - 7] &+ second)
            }
            SecureHash.mix(&state, schedule, keys, turns)
        }
        return state.flatMap(\.bigEndianBytes)
    }

    private static func mix<Word: FixedWidthInteger & UnsignedInteger>(
        _ state: inout [Word], _ schedule: [Word], _ keys: [Word], _ turns: [Word]
    ) {
        var now = state
        for round in keys.indices {
            let (a, e) = (now[0], now[4])
            let second = e.turned(turns[3]) ^ e.turned(turns[4]) ^ e.turned(turns[5])
            let choice = (e & now[5]) ^ (~e & now[6])
            let sum = now[7] &+ second &+ choice &+ keys[round] &+ schedule[round]
            let first = a.turned(turns[0]) ^ a.turned(turns[1]) ^ a.turned(turns[2])
            let majority = (a & now[1]) ^ (a & now[2]) ^ (now[1] & now[2])
            now = [sum &+ first &+ majority, a, now[1], now[2], now[3] &+ sum, e, now[5], now[6]]
        }
        for place in state.indices { state[place] &+= now[place] }
    }

    /// Returns bytes as words, with a bit of 1, zeros, and the number of bits, in whole blocks of 16 words.
    private static func padded<Word: FixedWidthInteger>(_ bytes: [UInt8], _: Word.Type) -> [Word] {
        let size = Word.bitWidth / 8
        var bytes = bytes
        let count = UInt64(bytes.count) * 8
        bytes.append(0x80)
        while bytes.count % (16 * size) != 14 * size { bytes.append(0) }
        bytes += Array(repeating: 0, count: 2 * size - 8) + count.bigEndianBytes
        return stride(from: 0, to: bytes.count, by: size).map { start in
            bytes[start..<start + size].reduce(0) { $0 << 8 | Word($1) }
        }
    }

    /// The fractional parts of the square roots of the first eight primes; the upper halves are for SHA-256.
    private static let roots: [UInt64] = [
        0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
        0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
    ]

    /// Those of the next eight primes.
    private static let laterRoots: [UInt64] = [
        0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507, 0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
        0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511, 0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4,
    ]

    /// The fractional parts of the cube roots of the first 80 primes; the upper halves are for SHA-256.
    private static let keys: [UInt64] = [
        0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
        0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
        0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
        0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694,
        0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
        0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
        0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
        0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70,
        0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
        0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
        0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
        0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8,
        0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
        0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
        0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
        0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b,
        0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
        0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
        0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
        0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
    ]
}

nonisolated extension FixedWidthInteger {
    /// Returns the word rotated to the right.
    fileprivate func turned(_ count: Self) -> Self {
        self >> count | self << (Self(Self.bitWidth) - count)
    }

    fileprivate var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: self >> Self($0))
        }
    }
}
