"""services.py BASE NAME: one published client of a weather service asks almanac-web instead, after a change of its base
address only. Prints what it has read; raises if that is nothing."""

import asyncio
import sys
import tempfile

base, name = sys.argv[1:]
aviation = base + "/api/data/"
norway = base + "/weatherapi/locationforecast/2.0/"


def metno_locationforecast():
    """The synchronous client of api.met.no: reads, then asks again with If-Modified-Since."""
    from metno_locationforecast import Forecast, Place

    with tempfile.TemporaryDirectory() as folder:
        forecast = Forecast(Place("here", 40.7, -74.0), "almanac-test", "complete", folder, norway)
        assert forecast.update() == "Data-Modified"
        # The forecast comes from a file, which can change at any moment.
        assert forecast.update() == "Data-Not-Modified"
        first = forecast.data.intervals[0]
        return f"{len(forecast.data.intervals)} steps, {first.variables['air_temperature']}, {first.symbol_code}"


def pymetno():
    """The client of Home Assistant's integration "met"."""
    import datetime

    import aiohttp
    import metno

    async def ask():
        async with aiohttp.ClientSession() as session:
            place = {"lat": "40.7", "lon": "-74.0", "msl": "10"}
            data = metno.MetWeatherData(place, session, api_url=norway + "complete")
            assert await data.fetching_data()
            now = data.get_current_weather()
            hours = data.get_forecast(datetime.timezone.utc, hourly=True)
            days = data.get_forecast(datetime.timezone.utc)
            assert now["temperature"] is not None and now["condition"] and len(hours) == 24 and days
            return f"{now['condition']}, {now['temperature']} °C, {len(hours)} hours, {len(days)} days"

    return asyncio.run(ask())


def avwx_engine():
    """The parser of METARs and TAFs, which fetches them itself."""
    import avwx
    from avwx.service import scrape

    scrape.NoaaApi._url = aviation + "{}"
    metar, taf = avwx.Metar("KPWM"), avwx.Taf("KPWM")
    assert metar.update() and taf.update()
    return f"{metar.data.flight_rules}, {metar.data.temperature.value} °C, {len(taf.data.forecast)} groups"


def awc_client():
    """The client that is generated from the service's OpenAPI description of 2024, which states no types of answers."""
    import json

    import awc_client as awc

    with awc.ApiClient(awc.Configuration(host=base)) as client:
        api = awc.DataApi(client)
        (metar,) = json.loads(api.data_metars_without_preload_content(ids="KPWM", format="json").data)
        (taf,) = json.loads(api.data_taf_without_preload_content(ids="KPWM", format="json").data)
        return f"{metar['rawOb'][:18]}, {len(taf['fcsts'])} groups"


def aviation_weather_support():
    """The program aviation-weather-support."""
    from aviation_weather_support import api

    api.METAR_URL = aviation + "metar"
    (found,) = api.fetch_metar("KPWM")
    return f"{found['fltCat']}, {found['temp']} °C, {found['visib']}"


def metar_cli():
    """The program metar-cli, with its decoded page."""
    import metar

    metar.METAR_URL, metar.TAF_URL = aviation + "metar", aviation + "taf"
    found, forecast = metar.fetch_metar("KPWM"), metar.fetch_taf("KPWM")
    assert forecast["fcsts"]
    return f"{metar.get_ceiling(found['clouds'])}, {found['name']}, {len(forecast['fcsts'])} groups"


def aiopywttr():
    """The client of wttr.in."""
    import aiopywttr

    async def ask():
        async with aiopywttr.Wttr(base_url=base) as wttr:
            weather = await wttr.weather("KPWM")
            return f"{weather.current_condition[0].temp_c} °C"

    return asyncio.run(ask())


def mcp_metar():
    """The server for assistants mcp-metar."""
    from mcp_metar.adapters import http

    http.METAR_URL = aviation + "metar"
    found = http.fetch_metar("KPWM")
    assert "KPWM" in found, found
    return found


print(globals()[name]())
