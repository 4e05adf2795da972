import type { Generated } from 'kysely';

export type VoiceFavoritesTable = { user_id: number; voice_name: string; added_at: Generated<Date> };
