import type { Action } from '@belfry/schemas/domain/actions';

/** Where the link of each step leads. */
export type Task = { needs?: Action; links: readonly [string | null, string | null, string | null] };

/** What people come to do, the most frequent first; the texts are in `help.json`. */
export const TASKS = {
  say: { needs: 'say', links: ['/say', null, '/activity?view=said'] },
  bell: { needs: 'edit_schedules', links: ['/schedule', null, null] },
  daily: { needs: 'edit_schedules', links: ['/schedule', null, '/schedule'] },
  speaker: { needs: 'bind_devices', links: ['/add', null, '/places'] },
  people: { needs: 'manage_members', links: ['/settings/people', null, '/settings/people'] },
  place: { needs: 'edit_places', links: ['/places', null, null] },
  silence: { needs: 'edit_schedules', links: ['/places', null, null] },
  music: { needs: 'edit_schedules', links: ['/library', '/schedule', null] },
  talk: { needs: 'say', links: ['/say', null, null] },
  heard: { needs: 'read_runs', links: ['/activity?view=said', null, null] },
  wrong: { needs: 'see_devices', links: ['/activity', null, '/places'] },
  emergency: { needs: 'emergency', links: ['/library', null, null] },
  voice: { needs: 'edit_library', links: ['/library', null, '/places'] },
  told: { needs: 'set_alarm_rules', links: ['/settings/me', '/places', null] },
  connect: {
    needs: 'manage_triggers',
    links: ['/settings/connections?view=triggers', '/settings/connections?view=keys', null],
  },
  account: { links: ['/settings/me', '/settings/me', null] },
  look: { links: ['/settings/me', null, null] },
} as const satisfies Record<string, Task>;

export type TaskId = keyof typeof TASKS;
export const STEPS = ['a', 'b', 'c'] as const;
