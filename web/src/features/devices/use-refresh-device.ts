import type { Serial } from '@belfry/schemas/domain/serial';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../api/base/base-api.ts';

/** Refetches everything that the page shows of a device. */
export function useRefreshDevice(serial: Serial): () => void {
  const dispatch = useDispatch();
  return () => {
    dispatch(
      baseApi.util.invalidateTags([
        { type: 'Device', id: serial },
        { type: 'Metrics', id: serial },
        { type: 'Command', id: serial },
        { type: 'Timeline', id: serial },
      ]),
    );
  };
}
