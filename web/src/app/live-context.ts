import { createContext } from 'react';
import type { LiveClient } from '../lib/mqtt/client.ts';

/** The page's one live connection; only the shell needs it directly, features use live endpoints. */
export const LiveClientContext = createContext<LiveClient | null>(null);
