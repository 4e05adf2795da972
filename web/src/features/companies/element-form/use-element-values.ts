import { skipToken } from '@reduxjs/toolkit/query';
import type { CompanyNode } from '@belfry/schemas/http/companies/companies';
import { useState } from 'react';
import { useVoiceLanguages } from '../../speech/voice-lists-api.ts';
import { useTimeZones } from '../../lookups/lookups-api.ts';
import { useGetCompanyInfoQuery } from '../companies-api.ts';
import { newElement, valuesOf, type ElementValues, type Place } from './element-values.ts';

/** The subject of the form: a new element below a parent, or an existing one; `place` is the address of it or of its company. */
export type ElementTask = { mode: 'add'; parent: CompanyNode } | { mode: 'edit'; node: CompanyNode; place?: Place };

type Prepared =
  | { state: 'preparing' }
  | { state: 'failed'; error: unknown; retrying: boolean; retry: () => void }
  | { state: 'ready'; initial: ElementValues };

/**
 * The initial values of the form, as soon as its lists and, for an existing element, its settings are loaded. They are read once:
 * a later refetch of a list does not change the form.
 */
export function useElementValues(task: ElementTask): Prepared {
  const zones = useTimeZones();
  const languages = useVoiceLanguages();
  const id = task.mode === 'edit' ? task.node.company_id : skipToken;
  const info = useGetCompanyInfoQuery(id, { refetchOnMountOrArgChange: true });
  const [initial, setInitial] = useState<ElementValues | null>(null);
  if (initial !== null) return { state: 'ready', initial };
  if (task.mode === 'edit' && info.error && !info.currentData) {
    return { state: 'failed', error: info.error, retrying: info.isFetching, retry: () => void info.refetch() };
  }
  if (!zones.isLoading && !languages.isLoading) {
    if (task.mode === 'add') setInitial(newElement(task.parent));
    else if (info.currentData) setInitial(valuesOf(info.currentData, task.place));
  }
  return { state: 'preparing' };
}
