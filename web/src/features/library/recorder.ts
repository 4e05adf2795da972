import { type ComponentType, createContext } from 'react';

/**
 * Records audio into the library and hands it over; shown as a button beside "Choose audio". `label` is what the audio is for. It stands in a form,
 * which a form of its own does not submit.
 */
export type Recorder = ComponentType<{ label: string; onRecorded: (audio: { id: number }) => void }>;

/** null: audio can only be chosen and uploaded. */
export const RecorderContext = createContext<Recorder | null>(null);
