import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Goes one step back in the history. Called twice before the browser has moved (a second Escape, a response that closes a
 * closing dialog) it still goes one step: a second one would leave the page.
 */
export function useStepBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const current = useRef(key);
  const left = useRef<string | null>(null);
  useEffect(() => {
    current.current = key;
    left.current = null;
  }, [key]);

  return useCallback(() => {
    if (left.current === current.current) return;
    left.current = current.current;
    navigate(-1);
  }, [navigate]);
}
