import { LibraryPage } from '../../features/library/index.ts';
import { RecordAudio } from '../../features/live-pages/index.ts';

export const LibraryScreen = () => <LibraryPage recorder={RecordAudio} />;
