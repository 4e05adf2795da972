import { randomId } from '@mantine/hooks';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useTranslation } from 'react-i18next';
import { baseApi } from '../../../api/base/base-api.ts';
import { uploadFile, type Upload } from './upload-file.ts';

/** Uploads files one after the other, so that a slow line carries one of them at a time. */
export function useUploads() {
  const { t } = useTranslation('library');
  const dispatch = useDispatch();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const change = (id: string, next: Partial<Upload>): void =>
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
  const dismiss = (id: string): void => setUploads((now) => now.filter((upload) => upload.id !== id));
  const refuse = (name: string, error: string): void =>
    setUploads((now) => [...now, { id: randomId(), name, progress: 0, error }]);

  async function add(files: readonly File[]): Promise<void> {
    const added = files.map((file) => ({
      file,
      upload: { id: randomId(), name: file.name, progress: 0, error: null },
    }));
    setUploads((now) => [...now, ...added.map(({ upload }) => upload)]);
    for (const { file, upload } of added) {
      try {
        await uploadFile(file, (progress) => change(upload.id, { progress }));
        dismiss(upload.id);
      } catch (error) {
        const reason = error instanceof Error ? error.message : '';
        change(upload.id, { error: reason || t('audio.failed') });
      }
      dispatch(baseApi.util.invalidateTags(['Library']));
    }
  }
  return { uploads, add, refuse, dismiss };
}
