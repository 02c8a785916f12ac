// Opens the page that the visitor wanted as soon as almanac answers again.
if (!location.pathname.startsWith('/assets/')) setInterval(tryAgain, 10000);

async function tryAgain() {
  try {
    await fetch(location.href, { method: 'HEAD' });
    location.reload();
  } catch {
    // It is still not reachable.
  }
}
