import { z } from 'zod';

// The content security policy forbids eval, by which zod would otherwise speed itself up. First import of the page.
z.config({ jitless: true });
