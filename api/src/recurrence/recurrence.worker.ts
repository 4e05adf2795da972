import { serveWork } from '../threads/serve-work.ts';
import { countOccurrences, findNext, findTouching, listFirst } from './works.ts';

serveWork({ countOccurrences, findNext, findTouching, listFirst });
