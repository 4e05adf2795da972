/** Addresses of pages that are views of another one by now, in mails, bookmarks and messages of browsers, with what they name. */
type Move = (old: URLSearchParams) => Record<string, string | null>;

/** `alarm=7` opened the alarm: `open=alarm:7`. */
const opens = (kind: string, id: string | null): string | null => (id === null ? null : `${kind}:${id}`);
const PANELS: ReadonlySet<string | null> = new Set(['rules', 'reports']);

const MOVES: Record<string, Move> = {
  '/alarms': (old) => {
    const [tab, alarm] = [old.get('tab'), opens('alarm', old.get('alarm'))];
    const node = { node: old.get('node') };
    if (PANELS.has(tab)) return { view: tab, ...node, month: old.get('month') };
    return { view: alarm === null ? 'needs' : 'alarms', ...node, open: alarm };
  },
  '/outbox': (old) => ({ view: 'messages', q: old.get('q'), open: opens('message', old.get('message')) }),
  '/audit': (old) => ({
    view: 'changes',
    q: old.get('actor'),
    node: old.get('node'),
    from: old.get('from'),
    to: old.get('to'),
  }),
};

const SAID: Record<string, Move> = {
  history: (old) => ({ view: 'said', open: opens('said', old.get('run')) }),
  proof: (old) => ({
    view: old.get('proof_view') === 'music' ? 'music' : 'said',
    node: old.get('place'),
    from: old.get('from'),
    to: old.get('to'),
  }),
};

/** `tab=audio` was a tab: `kind=audio`. */
const LIBRARY: Move = (old) => ({ kind: old.get('tab'), q: old.get('q') });

const RUNS: Move = (old) => ({ view: 'changes', open: opens('commands', old.get('run')) });

function moveOf({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): Move | undefined {
  if (pathname === '/library') return searchParams.has('tab') ? LIBRARY : undefined;
  if (pathname === '/say') return SAID[searchParams.get('tab') ?? ''];
  const hasRuns = searchParams.has('runs') || searchParams.has('run');
  if (hasRuns && (pathname === '/devices' || pathname === '/settings')) return RUNS;
  return MOVES[pathname];
}

export const MOVED_PATHS = [...Object.keys(MOVES), '/integrations'];

/** Webhooks, triggers and feeds were tabs. */
function movedToSettings({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): string | null {
  const tab = searchParams.get('tab');
  if (pathname === '/settings' && tab === 'sign_on') return '/settings/organisation';
  if (pathname !== '/integrations') return null;
  return `/settings/connections${tab === null || tab === 'webhooks' ? '' : `?view=${encodeURIComponent(tab)}`}`;
}

/** What was a tab of the schedules is a drawer of the calendar. */
const DRAWERS: Record<string, (old: URLSearchParams) => string | null> = {
  bells: () => 'year',
  day: (old) => (old.has('node') ? `music:${old.get('node')}` : 'music'),
  try: (old) => opens('moment', old.get('at')),
};
const SHOWN_DAYS = ['date', 'view', 'zone'];

function movedToCalendar({ pathname, searchParams: old }: Pick<URL, 'pathname' | 'searchParams'>): string | null {
  const tab = old.get('tab') ?? '';
  const isWork =
    (pathname === '/alarms' && tab === 'maintenance') ||
    (pathname === '/activity' && old.get('view') === 'maintenance');
  const drawer = pathname === '/schedule' ? DRAWERS[tab] : undefined;
  const hasDays = pathname === '/schedule' && tab === '' && SHOWN_DAYS.some((name) => old.has(name));
  if (!isWork && !drawer && !hasDays) return null;
  const next = new URLSearchParams();
  for (const name of ['node', 'owner', 'date', 'zone']) if (old.has(name)) next.set(name, old.get(name) ?? '');
  const open = isWork ? 'work' : drawer?.(old);
  if (open != null) next.set('open', open);
  return next.size === 0 ? '/calendar' : `/calendar?${next}`;
}

/** Where a page is by now; null where it has not moved. */
export function movedTo(address: Pick<URL, 'pathname' | 'searchParams'>): string | null {
  const calendar = movedToCalendar(address);
  if (calendar !== null) return calendar;
  const move = moveOf(address);
  if (!move) return movedToSettings(address);
  const named = Object.entries(move(address.searchParams)).filter((entry): entry is [string, string] => !!entry[1]);
  return `${move === LIBRARY ? '/library' : '/activity'}?${new URLSearchParams(named)}`;
}
