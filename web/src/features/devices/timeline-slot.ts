import type { Serial } from '@belfry/schemas/domain/serial';
import type { ReactNode } from 'react';

/** Renders the timeline of a device in its details; the screens provide it, since it is another feature. */
export type TimelineSlot = (serial: Serial) => ReactNode;
