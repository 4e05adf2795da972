/** Addresses of pages that are views of another one by now, in mails, bookmarks and messages of browsers, with what they name. */
type Move = (old: URLSearchParams) => Record<string, string | null>;

/** `alarm=7` opened the alarm: `open=alarm:7`. */
const opens = (kind: string, id: string | null): string | null => (id === null ? null : `${kind}:${id}`);
const PANELS: ReadonlySet<string | null> = new Set(['rules', 'maintenance', 'reports']);

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

const RUNS: Move = (old) => ({ view: 'changes', open: opens('commands', old.get('run')) });

function moveOf({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): Move | undefined {
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

/** Where a page is by now; null where it has not moved. */
export function movedTo(address: Pick<URL, 'pathname' | 'searchParams'>): string | null {
  const move = moveOf(address);
  if (!move) return movedToSettings(address);
  const named = Object.entries(move(address.searchParams)).filter((entry): entry is [string, string] => !!entry[1]);
  return `/activity?${new URLSearchParams(named)}`;
}
