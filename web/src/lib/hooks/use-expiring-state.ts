import { useEffect, useRef, useState } from 'react';

/**
 * A value that is cleared after its own time: `show(value, ms)`; without `ms` it stays until it is cleared or replaced.
 * `useTimeout` of Mantine has one delay for all calls and does not restart.
 */
export function useExpiringState<T>(): [value: T | null, show: (value: T, ms?: number) => void, clear: () => void] {
  const [value, setValue] = useState<T | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const clear = (): void => {
    clearTimeout(timer.current);
    setValue(null);
  };
  const show = (next: T, ms?: number): void => {
    clearTimeout(timer.current);
    setValue(next);
    if (ms !== undefined) timer.current = setTimeout(() => setValue(null), ms);
  };
  return [value, show, clear];
}
