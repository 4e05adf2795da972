import { useState } from 'react';
import { useCheckImportMutation, useImportDevicesMutation } from './files-api.ts';

/** The file of an import, what it would change, and sending it. */
export function useImport() {
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const [onlyValid, setOnlyValid] = useState(false);
  const [rejected, setRejected] = useState(false);
  const [check, checked] = useCheckImportMutation();
  const [send, sent] = useImportDevicesMutation();
  const preview = checked.data;
  const error = sent.error ?? checked.error;
  const writable = preview === undefined ? 0 : preview.create + preview.update;
  const blocked = preview !== undefined && preview.invalid > 0 && !onlyValid;

  const choose = async (chosen: File): Promise<void> => {
    setRejected(false);
    const csv = await chosen.text();
    setFile({ name: chosen.name, csv });
    sent.reset();
    await check(csv);
  };
  return {
    name: file?.name,
    choose,
    /** The file is too large, or not one file. */
    rejected,
    reject: () => setRejected(true),
    onlyValid,
    setOnlyValid,
    preview,
    /** How many lines create or change a device. */
    writable,
    ready: file !== null && !checked.isLoading && error === undefined && writable > 0 && !blocked,
    checking: checked.isLoading,
    send: () => {
      if (file) void send({ csv: file.csv, lines: onlyValid ? 'valid' : 'all' });
    },
    sending: sent.isLoading,
    /** What was imported, before that what would be. */
    outcome: sent.data ?? preview,
    done: sent.data?.applied === true,
    error,
  };
}
