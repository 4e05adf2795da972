import { useEffect, useState } from 'react';
import { createMicrophoneSession, type MicrophoneSession } from './microphone-session.ts';

type Options = { asks: 'at once' | 'at the first hold' };

/**
 * The microphone of a panel. It is closed with the panel; with `at once` it opens by itself where the browser has permitted it before, and
 * otherwise when people ask for it.
 */
export function useMicrophone({ asks }: Options = { asks: 'at once' }): MicrophoneSession {
  const [session] = useState(() => createMicrophoneSession());
  useEffect(() => {
    if (asks === 'at the first hold') return () => session.close();
    let isOver = false;
    void isPermitted().then((permitted) => {
      // What is wrong with it is in its state.
      if (permitted && !isOver) session.use().catch(() => undefined);
    });
    return () => {
      isOver = true;
      session.close();
    };
  }, [session, asks]);
  return session;
}

async function isPermitted(): Promise<boolean> {
  const { permissions }: { permissions?: Permissions } = navigator;
  if (!permissions) return false;
  try {
    return (await permissions.query({ name: 'microphone' })).state === 'granted';
  } catch {
    // Some browsers do not tell.
    return false;
  }
}
