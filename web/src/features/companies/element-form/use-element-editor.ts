import { useForm } from '@mantine/form';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useEffect, useEffectEvent, useState } from 'react';
import { type TFunction, useTranslation } from '../../../lib/translation.ts';
import {
  problemsOf,
  isChanged,
  type ElementValues,
  addBodyOf,
  editBodyOf,
  newElement,
  valuesOf,
  type Place,
} from './element-values.ts';
import { useBindFailure } from '../../device-ownership/binding/index.ts';
import { useBindDeviceMutation } from '../../device-ownership/binding/device-binding-api.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { readSession } from '../../../lib/session/session-store.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { useFormDraft } from '../../../lib/use-form-draft.ts';
import {
  useAddCompanyMutation,
  useEditCompanyMutation,
  type AddCompany,
  type EditCompany,
  useGetCompanyInfoQuery,
} from '../companies-api.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import type { CompanyNode } from '@belfry/schemas/http/companies/companies';
import { useVoiceLanguages } from '../../speech/voice-lists-api.ts';
import { useTimeZones } from '../../lookups/lookups-api.ts';
import { useReportedDirty } from '../../../ui/dialogs/use-reported-dirty.ts';

type Options = {
  task: ElementTask;
  initial: ElementValues;
  onDone: (companyId: number) => void;
  onDirty: (dirty: boolean) => void;
  onCreated: (companyId: number) => void;
};

export function useElementEditor({ task, initial, onDone, onDirty, onCreated }: Options) {
  const { t } = useTranslation('element-form');
  const [saved, setSaved] = useState(initial);
  const [device, setDevice] = useState<Device | null>(null);
  const form = useForm<ElementValues>({
    initialValues: initial,
    validate: (values) =>
      Object.fromEntries(Object.entries(problemsOf(values)).map(([field, rule]) => [field, t(`rules.${rule}`)])),
  });
  const { save, refusal, created } = useSaveElement(task);
  const node = task.mode === 'edit' ? task.node : null;
  const { bindNow, binding, failure } = useBindAtOnce(node?.company_id ?? 0);
  // Where the lists are loaded after the dialog, the dialog could not focus the field with `data-autofocus`.
  const begin = useEffectEvent(() => form.getInputNode('name')?.focus());
  useEffect(() => begin(), []);
  const dirty = created === null && isChanged(form.values, saved);
  useReportedDirty(dirty, onDirty);
  // A device is bound while the form is open, or with what is known of it, so that the serial is no part of a draft.
  const { serial: _chosen, ...typed } = form.values;
  const draft = useFormDraft({
    name: node ? `element:${node.company_id}` : `element:below:${task.mode === 'add' ? task.parent.company_id : ''}`,
    values: typed,
    opened: saved,
    dirty,
    restore: form.setValues,
  });
  useEffect(() => {
    if (created !== null) onCreated(created);
  }, [created, onCreated]);

  const pick = async (picked: Device): Promise<void> => {
    if (node && !(await bindNow(picked))) return;
    setDevice(picked);
    form.setFieldValue('serial', picked.serial);
    if (!node) return;
    setSaved({ ...saved, serial: picked.serial });
    // The button that opened the picker is removed now.
    form.getInputNode('serial')?.focus();
  };
  const submit = form.onSubmit(
    async (values) => {
      const id = await save(values, device?.device_type);
      if (id === null) return;
      draft.forget();
      onDone(id);
    },
    (problems) => form.getInputNode(Object.keys(problems)[0] ?? '')?.focus(),
  );
  return {
    form,
    draft,
    submit,
    refusal,
    created,
    serial: {
      fixed: saved.serial !== '',
      note: node !== null && device !== null ? t('bound', { serial: device.serial }) : undefined,
      owner: node?.user_id ?? (task.mode === 'add' ? task.parent.user_id : 0),
      failure,
      busy: binding,
      pick,
    },
  };
}

/** Binds a device to an existing element as soon as it is chosen; see TREE-41. */
function useBindAtOnce(company_id: number) {
  const failureOf = useBindFailure();
  const [bind, { isLoading: binding }] = useBindDeviceMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const bindNow = async ({ serial }: Device): Promise<boolean> => {
    setFailure(null);
    const { error } = await bind({ serial, company_id });
    if (error) setFailure(failureOf(error));
    return !error;
  };
  return { bindNow, binding, failure };
}

/** Why no request may be sent: the key or the user id is missing; null where both exist; see TREE-26. */
function sessionProblem(t: TFunction<'element-form'>): string | null {
  const session = readSession();
  if (session === null) return t('errors.no_key');
  return session.user_id > 0 ? null : t('errors.no_user');
}
type Save = {
  /** Resolves to the id when everything is done, to null after an error. */
  save: (values: ElementValues, deviceType: AddCompany['device_type']) => Promise<number | null>;
  refusal: string | null;
  created: number | null;
};
/** Adds or edits an element. A new device element is bound after it is created; see TREE-41. */
function useSaveElement(task: ElementTask): Save {
  const { t } = useTranslation('element-form');
  const errorText = useErrorMessage();
  const [add] = useAddCompanyMutation();
  const [edit] = useEditCompanyMutation();
  const [bind] = useBindDeviceMutation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [created, setCreated] = useState<number | null>(null);

  const failure = (error: unknown): string => {
    if (!isApiError(error)) return t('errors.save');
    if (error.status === 0) return t('errors.network');
    const details = error.code === 'invalid_input' ? error.details.map(({ message }) => message).join(' ') : '';
    return details || errorText(error, t('errors.save'));
  };
  const refuse = (text: string): null => {
    setRefusal(text);
    return null;
  };
  async function bindTo(company_id: number, serial: string): Promise<number | null> {
    const { error } = await bind({ company_id, serial });
    return error ? refuse(t('errors.bind_after_add', { message: failure(error) })) : company_id;
  }
  async function save(values: ElementValues, device_type: AddCompany['device_type']): Promise<number | null> {
    setRefusal(null);
    const problem = sessionProblem(t);
    if (problem !== null) return refuse(problem);
    const serial = values.serial.trim();
    if (created !== null) return bindTo(created, serial);
    if (task.mode === 'edit') {
      const { error } = await edit(editBodyOf(values, task.node) satisfies EditCompany);
      return error ? refuse(failure(error)) : task.node.company_id;
    }
    const { data: id, error } = await add({
      ...addBodyOf(values, task.parent),
      ...(values.type === 'Device' ? { device_type } : {}),
    } satisfies AddCompany);
    if (id === undefined) return refuse(failure(error));
    if (values.type !== 'Device') return id;
    setCreated(id);
    return bindTo(id, serial);
  }
  return { save, refusal, created };
}

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
