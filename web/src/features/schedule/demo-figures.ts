/** Example numbers; the page is a demonstration (SHELL-7). */
export const DEMO_FIGURES = { active: 12, upcoming: 5, total: 47 } as const;
export const SCHEDULE_TYPES = ['broadcast', 'maintenance', 'report'] as const;
