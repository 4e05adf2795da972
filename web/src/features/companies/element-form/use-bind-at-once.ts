import type { Device } from '@belfry/schemas/http/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bindFailure } from '../../device-binding/bind-failure.ts';
import { useBindDeviceMutation } from '../../device-binding/device-binding-api.ts';

/** Binds a device to an element that is there, as soon as it is chosen (specification 002 §4). */
export function useBindAtOnce(company_id: number) {
  const { t } = useTranslation('device-binding');
  const [bind, { isLoading: binding }] = useBindDeviceMutation();
  const [failure, setFailure] = useState<string | null>(null);
  /** @returns whether it is bound */
  const bindNow = async ({ serial }: Device): Promise<boolean> => {
    setFailure(null);
    const { error } = await bind({ serial, company_id });
    if (error) setFailure(bindFailure(error, t));
    return !error;
  };
  return { bindNow, binding, failure };
}
