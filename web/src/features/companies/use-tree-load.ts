import { useEffect, useEffectEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { AppDispatch } from '../../app/store.ts';
import { companiesApi } from '../../api/companies/companies-api.ts';

type Ends = { onLoaded: (id: number) => void; onFailed: (id: number, error: unknown) => void };

/** Loads the tree of a company when another one is selected. @returns whether it is loaded */
export function useTreeLoad(id: number | null, { onLoaded, onFailed }: Ends): boolean {
  const dispatch = useDispatch<AppDispatch>();
  const [loaded, setLoaded] = useState<number | null>(null);
  const succeed = useEffectEvent((id: number): void => {
    setLoaded(id);
    onLoaded(id);
  });
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    if (id === null) return;
    let wanted = true;
    const load = dispatch(companiesApi.endpoints.getCompanyTree.initiate(id));
    load.unwrap().then(
      () => wanted && succeed(id),
      (error: unknown) => wanted && fail(id, error),
    );
    return () => {
      wanted = false;
      load.unsubscribe();
    };
  }, [dispatch, id]);
  return id !== null && loaded === id;
}
