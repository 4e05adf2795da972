import type { TracerProvider } from '@opentelemetry/api';

/** The tracers with which the api records spans of devices and consoles, which cannot connect to a collector themselves. */
export type RemoteServices = {
  device: TracerProvider;
  console: {
    provider: TracerProvider;
    /** The next span gets these ids, because the console has chosen them before its call. */
    useIds(ids: { traceId: string; spanId: string }): void;
  };
};

let services: RemoteServices | null = null;

/** Whether spans are recorded in this process. */
export const isTracing = (): boolean => services !== null;
export const remoteServices = (): RemoteServices | null => services;
export const setRemoteServices = (started: RemoteServices | null): void => void (services = started);
