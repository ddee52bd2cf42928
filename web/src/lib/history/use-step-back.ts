import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Goes one step back from where the person stands. Asked twice before the browser has moved (a second Escape, an answer
 * that closes what is closing), it still goes one: a second step would leave the page.
 */
export function useStepBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const present = useRef(key);
  const left = useRef<string | null>(null);
  useEffect(() => {
    present.current = key;
    left.current = null;
  }, [key]);

  return useCallback(() => {
    if (left.current === present.current) return;
    left.current = present.current;
    navigate(-1);
  }, [navigate]);
}
