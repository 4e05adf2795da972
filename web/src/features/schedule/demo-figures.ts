/** Examples, whatever there is (specification 002 §2.7). */
export const DEMO_FIGURES = { active: 12, upcoming: 5, total: 47 } as const;
export const SCHEDULE_TYPES = ['broadcast', 'maintenance', 'report'] as const;
