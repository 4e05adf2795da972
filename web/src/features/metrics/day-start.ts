/**
 * When a day begins in a time zone, in milliseconds.
 * @param day `2026-11-20`
 * @param zone IANA name; undefined: that of the browser
 */
export function dayStart(day: string, zone: string | undefined): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The second pass uses the offset at the result, which differs from that at midnight UTC near a change of the clocks.
  const guess = midnight - offsetAt(midnight, zone);
  return midnight - offsetAt(guess, zone);
}

/** Milliseconds that local time is ahead of UTC. */
function offsetAt(at: number, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((each) => each.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(at / 1_000) * 1_000;
}
