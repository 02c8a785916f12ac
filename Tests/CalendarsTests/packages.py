"""The occurrences that the PyPI packages icalendar and recurring-ical-events find, on a machine whose time zone is UTC.

The packages keep a time zone that one document defines for all documents that the process reads later.
"""
import datetime, os, warnings

os.environ["TZ"] = "UTC"
warnings.simplefilter("ignore")
import icalendar, recurring_ical_events, x_wr_timezone

UTC = datetime.timezone.utc


def moment(time):
    if not isinstance(time, datetime.datetime):
        return {"date": time.isoformat()}
    if time.tzinfo is None:
        return {"floating": time.isoformat()}
    return {"utc": int(time.timestamp()), "local": time.isoformat()}


def occurrences(document, now):
    """Yields the occurrences of a document that touch a moment -1 day to +60 days."""
    start, end = (datetime.datetime.fromtimestamp(now + days * 86400, UTC) for days in (-1, 60))
    for calendar in icalendar.Calendar.from_ical(document, multiple=True):
        query = recurring_ical_events.of(x_wr_timezone.to_standard(calendar), skip_bad_series=True)
        for event in query.between(start, end):
            yield {
                "start": moment(event["DTSTART"].dt), "end": moment(event.end),
                "summary": str(event.get("SUMMARY", "")), "status": event.get("STATUS")}
