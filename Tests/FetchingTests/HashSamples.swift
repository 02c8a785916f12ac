/// Hashes of the letter a, repeated.
enum HashSamples {
    /// The hashes by their method, by the number of letters.
    static let all: [Int: [String: String]] = [
        55: [
            "sha256": "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg=",
            "sha384": "XZGsfnTmK1xyiQS0DxB4TWa3r5y2MCEj5IyS8EMs640qksAt533LKe11xLQr3kb0",
            "sha512":
                "sCIMdyy/bBgi4ss4pDfQ4dWHckF6S7shyWE2T4thQ+BapjFtyo0dexnhZEhBkHY5X2CGy1UQH71tVJexSOF0Xw==",
        ],
        56: [
            "sha256": "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o=",
            "sha384": "io2WSeoE6ZOmynE1r34zksxfyoT4UxyseqP+7U65j1Xcvg8yhLYcbzX5iwLMZEtM",
            "sha512":
                "litkquNX0qT+497YtTm9ydMlCBgisL/FVYMTOqtE8Yuv4R1yp64Wx5ziumIK4iQtUUSAkWGUXxNn9Bs5cuJuBA==",
        ],
        63: [
            "sha256": "fT50oF19sVvOStnsBljqmOPwbu7PFrTG//LaRX3cLzQ=",
            "sha384": "fn8JfpW1K7j1M4NFDsr5hoGHwTCYFzDAO21XOt/AuZHjZSROW0v6CCv7Q8UX03Eg",
            "sha512":
                "wbD1xtOwPf5KJgLmckL1TjRAkLZuARAKRpsSn1g/AWx+J93eqkODk9zH7FSwtXybp68Af5tW219vtnfZcqMTYg==",
        ],
        64: [
            "sha256": "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs=",
            "sha384": "LkBLkznaeVd25RDZaTCzvikExQA5W4y3QTM0uC1N7EE7S4ETBFoFu7z/hG8CdCP2",
            "sha512":
                "AdNcEMbDjC3PSPfuuzI1+1rXSmXsTNAW4jVMY3qPtJtpXvPB1veuTNdNeMycm8rJ1PI6cwGZmKf3MDilybLb3g==",
        ],
        111: [
            "sha256": "Y3T3MgiFRHOCf29qP0Ox9T6qO4LCHBptaaIRCyp5uq0=",
            "sha384": "PDeVUFHLXDAm+U1VHVteKsONVyrk4HFyCF/tgfhGa4+Q3COo/83qC42OWOj9rMgK",
            "sha512":
                "+pEhx7MrngFzPQNM/HjL9n+SbH7YPoIgDvhoGBlpIXYLS+/0hATfgRuVOCgnRGFnPGjQTil7DreytNYPxrVmog==",
        ],
        112: [
            "sha256": "9UNTAIolUyYuzcSjR0lWO6CVDosPyGUngLCmFLmWg8E=",
            "sha384": "GH1OB8swYQPGmWe/VE0N++kEJXdZnHPDMKvAy2TGEjbV7VZe4ZEZ2MMXeaOPeR/N",
            "sha512":
                "wB0IDv1JJ3ahxDvSPdmdCi5ibUgeFnguddVMJQO13DK9BfDxujPlaLiP0tlwkptxnsuxUvWPEwpAfIgwYEtwyg==",
        ],
        119: [
            "sha256": "MeulHDE6XAgiat8Y1KNZz9/Y0ugWsT9K+VL36mWE3Ps=",
            "sha384": "wvuxkR1oiePbVWtIIjargvPHNvAKIsCIZBoJ/bvKJ+Px47YjW60gruHKCDx2rFkM",
            "sha512":
                "EwOWp1y0g/Lu6MVtimaLs9JkH1JDISwL7ivTPaCWrZ64F5/hj56qz3bgn66d5MPxS6EzQeNFvgW/dsGCzDRoyw==",
        ],
        120: [
            "sha256": "Lz0zVDLHC1gK8Ojhs2dKfAINaDql9zqq7f3FWvkEwhw=",
            "sha384": "yi93Ve+gTUNlH5vLRmBEUREC5HLCo5gcg2tIfuRQjKhGH4w5ZlMSNAB2LeTW0X5j",
            "sha512":
                "8kHeYSsBqi+jzwFTHSqOXhf8dh39SKcEqDSkf1fW6t54BOzDm+Qv3vFuxq3q98AcL9DEzJfThgkHz6Sjs20MBQ==",
        ],
        127: [
            "sha256": "xX6SeK94+jyrOGZ770zinXg3h6L3MdThIgAnDwwyMgo=",
            "sha384": "m9BrF2PCz3rvQOeV3GW8ltWcQbU3861y6979SFR2tXF8Gus3wyf+nBgxsSue/Qiu",
            "sha512":
                "goYTlotQHcAKl+CMc7EYqoh2wmuKrJPfEoUCqzYPkbq1ClHgiHaaXB7/R4Ks4Ufc42QlVBmYdjdCkfXZIWKVAg==",
        ],
        128: [
            "sha256": "aDbPE7rEAOkQUHHNavRwhN+srU5eMCyUv+0k4BOvtz4=",
            "sha384": "7bEnMKNmCYs7K+rHWjvvGwlpsVxI4hY8I9lplPjRvvdgx+J/PEZNOCn1bA1TgIsL",
            "sha512":
                "tz0ZKaphWTTmGocVlrPzszNZ9CuBdWAuiffgbl9liiQ2Z4B+0wAxS5XKzdV58+M6vfvjUZCVGahG1GXFlYLzIQ==",
        ],
        200: [
            "sha256": "wqkI2Y9d+Yet5BtfziEwZ++8wh7yJAISpB5UtefCiuU=",
            "sha384": "BpG26XhhS2fWBVeyos3dU0BlCFIu+iHGJNu/qKtucm1cWGtInHwJ8kEJpkwQIR1I",
            "sha512":
                "SxFFnDP1KiLugjZ4JxTBUKOyxgmU6azuF/5olHo+Z4nzHnZoOUWS2nvvgnzdyojE5vhuTfftGubLpx8+mPrunw==",
        ],
    ]
}
