import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/base/api-error.ts';
import { readSession } from '../../../lib/session/session-store.ts';
import { useErrorMessage } from '../../../api/base/use-error-message.ts';
import { useBindDeviceMutation } from '../../../api/devices/device-binding-api.ts';
import {
  useAddCompanyMutation,
  useEditCompanyMutation,
  type AddCompany,
  type EditCompany,
} from '../../../api/companies/companies-api.ts';
import { addBodyOf, editBodyOf, type ElementValues } from './element-values.ts';
import type { ElementTask } from './use-element-values.ts';

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
  /** The new element, which exists although its device was not bound. */
  created: number | null;
};

/** Adds or edits an element. A new device element is bound after it is created; see TREE-41. */
export function useSaveElement(task: ElementTask): Save {
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
