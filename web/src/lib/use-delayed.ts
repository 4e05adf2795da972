import { useEffect, useRef } from 'react';

/** Does something later, unless the screen is left or something else is asked for before. */
export function useDelayed(): (run: () => void, ms: number) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (run, ms) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, ms);
  };
}
