import { LibraryPage } from '../../features/library/index.ts';
import { RecordAudio } from '../../features/live-pages/index.ts';

/** The library, whose sounds people upload or record. */
export const LibraryScreen = () => <LibraryPage recorder={RecordAudio} />;
