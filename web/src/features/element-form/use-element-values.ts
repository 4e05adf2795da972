import { skipToken } from '@reduxjs/toolkit/query';
import type { CompanyNode } from '@belfry/schemas/http/companies';
import { useState } from 'react';
import { useVoiceLanguages } from '../../api/voice-lists/use-voice-lists.ts';
import { useTimeZones } from '../../api/lookups/use-lookups.ts';
import { useGetCompanyInfoQuery } from '../../api/companies-api.ts';
import { newElement, valuesOf, type ElementValues, type Place } from './element-values.ts';

/** What the form is about: a new element below a parent, or one that is there; `place` is where it or its company is. */
export type ElementTask = { mode: 'add'; parent: CompanyNode } | { mode: 'edit'; node: CompanyNode; place?: Place };

type Prepared =
  | { state: 'preparing' }
  | { state: 'failed'; error: unknown; retrying: boolean; retry: () => void }
  | { state: 'ready'; initial: ElementValues };

/**
 * What the form begins with, as soon as its lists and, of an element that is there, its settings are. It is read once:
 * a list that is asked for again later takes nothing away from under the form.
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
