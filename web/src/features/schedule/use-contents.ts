import { useLibraryNames } from '../../api/library/use-library-names.ts';

export type ContentType = 'message' | 'playlist' | 'station';

/** The names of everything of one type in the library. */
export const useContents = (type: ContentType) => useLibraryNames(`${type}s`);
