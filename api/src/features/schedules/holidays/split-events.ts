/** The texts of the events of an iCalendar file, in one pass. One that is not closed is left out. */
export function splitEvents(text: string): string[] {
  const events: string[] = [];
  let open: string[] | null = null;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === 'BEGIN:VEVENT') open = [];
    open?.push(line);
    if (line !== 'END:VEVENT' || !open) continue;
    events.push(open.join('\r\n'));
    open = null;
  }
  return events;
}
