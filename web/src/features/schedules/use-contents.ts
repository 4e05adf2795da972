import { useLibraryNames } from '../library/library-api.ts';
import { useScheduleOwner } from './use-schedule-owner.ts';

export type ContentType = 'message' | 'playlist' | 'station';

/** The names of everything of one type in the library of the owner. */
export const useContents = (type: ContentType) => useLibraryNames(`${type}s`, useScheduleOwner());
