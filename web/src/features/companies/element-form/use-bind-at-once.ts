import type { Device } from '@belfry/schemas/http/devices/devices';
import { useState } from 'react';
import { useBindFailure } from '../../device-ownership/binding/index.ts';
import { useBindDeviceMutation } from '../../../api/devices/device-binding-api.ts';

/** Binds a device to an existing element as soon as it is chosen; see TREE-41. */
export function useBindAtOnce(company_id: number) {
  const failureOf = useBindFailure();
  const [bind, { isLoading: binding }] = useBindDeviceMutation();
  const [failure, setFailure] = useState<string | null>(null);
  /** @returns whether it is bound */
  const bindNow = async ({ serial }: Device): Promise<boolean> => {
    setFailure(null);
    const { error } = await bind({ serial, company_id });
    if (error) setFailure(failureOf(error));
    return !error;
  };
  return { bindNow, binding, failure };
}
