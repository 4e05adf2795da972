import { configure } from '@testing-library/react';

/** A page may need longer than the library's second on a busy machine; what is expected comes as soon as it is there. */
configure({ asyncUtilTimeout: 5_000 });
