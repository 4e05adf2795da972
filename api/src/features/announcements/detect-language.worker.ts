import { serveWork } from '../../threads/serve-work.ts';
import { detectLanguage } from './detect-language.ts';

serveWork({ detect: detectLanguage });
