import { testQuoted } from './quoted.ts';

/** The pinned texts of the client archives; see SHELL-9. */
testQuoted({
  'firmware: title': 'Client Version Management',
  'firmware: latest': 'Последняя версия',
  'firmware: created': 'Архив {{filename}} успешно создан',
  'firmware: deleted': 'Архив {{filename}} успешно удален',
  'firmware: empty.title': 'Архивы клиента не найдены',
  'firmware: errors.load_failed': 'Ошибка загрузки архивов',
  'firmware: errors.create_failed': 'Ошибка создания архива',
  'firmware: errors.delete_failed': 'Ошибка удаления архива',
  'firmware: errors.connection': 'Ошибка подключения к серверу',
});
