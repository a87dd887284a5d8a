import type { ReactNode } from "react"
import { Icon, type IconName } from "./icon"

export type NoticeTone = "plain" | "moving" | "done" | "attention" | "danger"

interface NoticeProps {
  tone?: NoticeTone
  icon?: IconName
  title: ReactNode
  children?: ReactNode
  /** Announced on changes. `alert` interrupts, `status` waits. */
  role?: "alert" | "status"
}

export function Notice({ tone = "plain", icon = "alert", title, children, role }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={role}>
      <Icon name={icon} />
      <div className="notice__text">
        <p className="notice__title">{title}</p>
        {children}
      </div>
    </div>
  )
}
