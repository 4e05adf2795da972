import { QueryStatus } from '@reduxjs/toolkit/query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { baseApi } from '../../lib/api/base-api.ts';
import classes from './at-once.module.css';
import { LineSkeletons } from './skeletons.tsx';

/** Frames without anything that is awaited: an answer may be followed by the next question, and charts find their size in a second frame. */
const CALM_FRAMES = 6;
/** Later than this, what is there is shown, and what comes moves it. */
const WAIT_MAX_MS = 2_500;

type ApiState = Record<typeof baseApi.reducerPath, ReturnType<typeof baseApi.reducer>>;

/** Shows its content when the first answers and the code of it are there, so that nothing moves what stands below it. */
export function AtOnce({ children }: { children: ReactNode }) {
  const store = useStore<ApiState>();
  const content = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isShown) return undefined;
    const end = performance.now() + WAIT_MAX_MS;
    let calm = 0;
    const look = (): void => {
      const asked = Object.values(store.getState()[baseApi.reducerPath].queries);
      const isBusy =
        asked.some((query) => query?.status === QueryStatus.pending) ||
        content.current?.querySelector('[aria-busy="true"]') !== null;
      calm = isBusy ? 0 : calm + 1;
      if (calm >= CALM_FRAMES || performance.now() > end) setShown(true);
      else frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [isShown, store]);
  return (
    <div className={classes.root}>
      {!isShown && (
        <div className={classes.waiting}>
          <LineSkeletons count={8} height={40} />
        </div>
      )}
      <div ref={content} className={isShown ? undefined : classes.hidden}>
        {children}
      </div>
    </div>
  );
}
